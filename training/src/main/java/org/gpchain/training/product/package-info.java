/** The trainers as the product puts them together. */
package org.gpchain.training.product;
